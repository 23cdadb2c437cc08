/**
 * Every word the editor shows or speaks. The plugins receive them translated, so they know no i18n library; the keys
 * are those of `app/locales/<language>/editor.json`.
 */
export type EditorWords = {
  /** Shown in an empty document. */
  placeholder: string;
  /** Spoken once on focus: how a keyboard leaves the editor. */
  leaveHint: string;
  calloutNote: string;
  calloutTip: string;
  calloutImportant: string;
  calloutWarning: string;
  calloutCaution: string;
  /** Caption of a code block without a language. */
  codePlain: string;
  codeLanguage: string;
  copyCode: string;
  copied: string;
  taskDone: string;
  frontMatter: string;
  htmlSource: string;
  definitionSource: string;
  mathSource: string;
  /** In place of an image that is not shown and has no description. */
  imageHidden: string;
  imageOpen: string;
  imageText: string;
  sourceRefused: string;
  linkAddress: string;
  linkApply: string;
  linkRemove: string;
  linkOpen: string;
  linkRefused: string;
  tableTools: string;
  rowAbove: string;
  rowBelow: string;
  rowDelete: string;
  columnBefore: string;
  columnAfter: string;
  columnDelete: string;
  tableDelete: string;
  pasteTooLarge: string;
};

/** Translates one key of the `editor` namespace. */
export type Translate = (key: keyof EditorWords) => string;

/** The words in the reader's language. Each key is written out, so that a missing or unused one is found by a search. */
export function editorWords(t: Translate): EditorWords {
  return {
    placeholder: t("placeholder"),
    leaveHint: t("leaveHint"),
    calloutNote: t("calloutNote"),
    calloutTip: t("calloutTip"),
    calloutImportant: t("calloutImportant"),
    calloutWarning: t("calloutWarning"),
    calloutCaution: t("calloutCaution"),
    codePlain: t("codePlain"),
    codeLanguage: t("codeLanguage"),
    copyCode: t("copyCode"),
    copied: t("copied"),
    taskDone: t("taskDone"),
    frontMatter: t("frontMatter"),
    htmlSource: t("htmlSource"),
    definitionSource: t("definitionSource"),
    mathSource: t("mathSource"),
    imageHidden: t("imageHidden"),
    imageOpen: t("imageOpen"),
    imageText: t("imageText"),
    sourceRefused: t("sourceRefused"),
    linkAddress: t("linkAddress"),
    linkApply: t("linkApply"),
    linkRemove: t("linkRemove"),
    linkOpen: t("linkOpen"),
    linkRefused: t("linkRefused"),
    tableTools: t("tableTools"),
    rowAbove: t("rowAbove"),
    rowBelow: t("rowBelow"),
    rowDelete: t("rowDelete"),
    columnBefore: t("columnBefore"),
    columnAfter: t("columnAfter"),
    columnDelete: t("columnDelete"),
    tableDelete: t("tableDelete"),
    pasteTooLarge: t("pasteTooLarge"),
  };
}
