import { useRef, useState } from "react";
import { ChevronRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Link } from "react-router";
import type { Rights } from "@chopin/protocol/document";
import { ChatPanel, useStopShortcut } from "../chat/chat-panel.tsx";
import type { ChatFrame } from "../chat/chat-frame.ts";
import { TurnPill } from "../chat/turn-pill.tsx";
import { FoldedChat } from "../chat/folded-chat.tsx";
import { useChatFrame } from "../chat/use-chat-frame.ts";
import { useDraft } from "../chat/use-draft.ts";
import { Editor } from "../editor/editor.tsx";
import { editorWords } from "../editor/words.ts";
import { toast } from "../ui/toast.tsx";
import { ChildDocuments } from "../document/child-documents.tsx";
import { Banners } from "../document/banners.tsx";
import { CompactTop } from "../document/compact-top.tsx";
import { DocumentMenu, useDocumentChange } from "../document/document-menu.tsx";
import { DocumentTitle } from "../document/document-title.tsx";
import { headingsOf } from "../document/headings.ts";
import { Leaving } from "../document/leaving.tsx";
import { Outline } from "../document/outline.tsx";
import { colourOf, Presence } from "../document/presence.tsx";
import { SavingWords } from "../document/saving-state.tsx";
import { useFollowAddress } from "../document/use-follow-address.ts";
import { useOwnTitle } from "../document/use-own-title.ts";
import { useKept, useRetryKept } from "../document/use-kept-changes.ts";
import { useLiveDocument } from "../document/use-live-document.ts";
import { useSaving } from "../document/use-saving.ts";
import { ViewBar } from "../document/view-bar.tsx";
import type { View } from "../document/view-bar.tsx";

export type DocumentPageProps = {
  me: { id: string; name: string };
  summary: {
    id: string;
    title: string;
    repositoryName: string;
    path: string;
    parent: string | null;
    createdAt: string;
    createdBy: { person: string; name: string } | null;
    archivedAt: string | null;
  };
  version: number;
  doc: unknown;
  rights: Rights;
  children: { id: string; title: string; path: string }[];
  chatFrame: ChatFrame;
};

/** One document: Chat at the left, the text in the middle, its outline at the right; on a phone one of them at a time. */
export function DocumentPage(props: DocumentPageProps) {
  const { me, summary, version, doc } = props;
  const { t } = useTranslation("document");
  const words = useEditorWords();
  const live = useLiveDocument({ id: summary.id, title: summary.title, me: me.id, rights: props.rights });
  const { snapshot, channel } = live;
  const kept = useKept(summary.id);
  const { saving, offlineSince, entered, mayWrite } = useSaving(snapshot, kept);
  useRetryKept(snapshot.joined && mayWrite);
  const [view, setView] = useState<View>("document");
  const [frame, setFrame] = useChatFrame(props.chatFrame);
  const [draft, setDraft] = useDraft({ document: summary.id, person: me.id });
  const scroll = useRef<HTMLDivElement>(null);
  const { change } = useDocumentChange(summary.id);
  const [firstHeadings] = useState(() => headingsOf(doc));
  useStopShortcut(live.chatChannel, live.chat);
  useFollowAddress(snapshot.about?.path ?? summary.path);
  const title = snapshot.about?.title ?? summary.title;
  const ownTitle = useOwnTitle(scroll, doc, title);
  const archived = snapshot.about?.archived ?? summary.archivedAt !== null;
  const closed =
    saving.kind === "readonly" && (saving.reason === "signed-out" || saving.reason === "removed");
  const menu = { ...summary, title, archived };
  const colour = (person: string) => colourOf(person, snapshot.people);

  return (
    <>
      <CompactTop
        title={title}
        back={`/${summary.repositoryName}`}
        saving={<SavingWords saving={saving} />}
        presence={<Presence people={snapshot.people} me={me.id} fewer />}
        menu={<DocumentMenu document={menu} mayWrite={snapshot.rights.write} touch />}
      />
      {frame.folded ? (
        <FoldedChat chat={live.chat} onOpen={() => setFrame({ ...frame, folded: false })} />
      ) : null}
      <ChatPanel
        channel={live.chatChannel}
        chat={live.chat}
        me={me.id}
        mayWrite={snapshot.rights.write && !archived && !closed}
        offline={saving.kind === "offline"}
        draft={draft}
        onDraft={setDraft}
        colourOf={colour}
        frame={frame}
        onFrame={setFrame}
        shown={view === "chat"}
      />
      <main id="page" className={view === "document" ? "page" : "page max-md:hidden"}>
        <header className="bar">
          <nav className="crumb" aria-label={t("place")}>
            <Link to={`/${summary.repositoryName}`}>{summary.repositoryName}</Link>
            <ChevronRight size={12} aria-hidden />
            <b className="truncate" dir="auto" title={title}>
              {title}
            </b>
          </nav>
          <span />
          <div className="flex min-w-0 items-center justify-end gap-3">
            <SavingWords saving={saving} />
            <Presence people={snapshot.people} me={me.id} />
            <DocumentMenu document={menu} mayWrite={snapshot.rights.write} />
          </div>
        </header>
        <Banners
          saving={saving}
          offlineSince={offlineSince}
          entered={entered}
          keeps={snapshot.keeps}
          kept={kept}
          lost={snapshot.lost}
          mayRead={snapshot.rights.read}
          mayRestore={snapshot.rights.write}
          onRetry={live.reconnect}
          onTakeBack={() => {
            channel?.discardUnconfirmed();
            // The button goes with its notice; writing goes on in the text.
            scroll.current?.querySelector<HTMLElement>(".prose")?.focus({ preventScroll: true });
          }}
          onRestore={() => change("restore")}
          onDismissLost={() => channel?.forgetLost()}
          text={scroll}
          unsaved={() => channel?.unconfirmedText() ?? ""}
        />
        <div className="scroll" ref={scroll}>
          <div className="docgrid">
            <article className="text">
              <DocumentTitle
                title={title}
                summary={summary}
                version={snapshot.version ?? version}
                own={ownTitle}
              />
              <Editor
                channel={channel}
                doc={doc}
                version={version}
                label={t("label")}
                words={words}
                editable={mayWrite}
                people={snapshot.people}
                onNotice={(notice) => toast(notice, { kind: "refused" })}
              />
              <ChildDocuments documents={props.children} />
            </article>
            <Outline view={scroll} first={firstHeadings} ownTitle={ownTitle} />
          </div>
        </div>
        <TurnPill chat={live.chat} onOpen={() => setView("chat")} />
      </main>
      <Leaving saving={saving} keeps={snapshot.keeps} />
      <ViewBar view={view} onView={setView} chat={live.chat} />
    </>
  );
}

/** The editor knows no i18n and takes its words once. */
function useEditorWords() {
  const { t } = useTranslation("editor");
  const [words] = useState(() => editorWords((key) => t(key)));
  return words;
}
