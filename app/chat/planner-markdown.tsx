import { safeAddress } from "./safe-address.ts";
import { Streamdown } from "streamdown";
import type { Components } from "streamdown";

/**
 * Markdown that may be cut anywhere. No HTML; an image becomes nothing and a link goes where it says only over
 * http, https or mailto, because a model may have read what a stranger wrote.
 */
export default function PlannerMarkdown({ text, streaming }: { text: string; streaming: boolean }) {
  return (
    <Streamdown
      mode={streaming ? "streaming" : "static"}
      parseIncompleteMarkdown={streaming}
      skipHtml
      disallowedElements={["img"]}
      controls={false}
      rehypePlugins={[]}
      urlTransform={safeAddress}
      components={COMPONENTS}
    >
      {text}
    </Streamdown>
  );
}

const COMPONENTS: Components = {
  a: ({ href, children }) =>
    href ? (
      <a href={href} target="_blank" rel="noreferrer noopener nofollow">
        {children}
      </a>
    ) : (
      <>{children}</>
    ),
  pre: ({ children }) => <pre tabIndex={0}>{children}</pre>,
  code: ({ children }) => <code>{children}</code>,
};
