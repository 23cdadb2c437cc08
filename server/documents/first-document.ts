/** The document an empty database starts with. It explains Chopin by being one. */
export const FIRST_DOCUMENT = {
  title: "Welcome to Chopin",
  source: String.raw`Chopin is a place to write plans together: specs, decision records, RFCs, notes that must hold. Several people
type in one document at the same time, talk in the Chat beside it, and let an agent, the **Planner**, read the
repository the document is about and edit the text while everyone watches.

This page is an ordinary document. Change it, break it, archive it; nothing depends on it.

## Write

Just type. Others see each letter as you do, with your name at your caret. Beside the title the page always says
where your words are: *Saved* means that they are in the database, not only on their way.

Markdown works as you type it: ${"`#`"} and a space make a heading, ${"`-`"} a list, ${"`1.`"} a numbered one, ${"`>`"} a quote,
${"`[ ]`"} a task, and three backticks a code block. Paste Markdown, a web page or plain text, and it becomes what it
looks like. Undo takes back your own changes and never somebody else's.

- [x] Open a document
- [ ] Open it in a second browser and type in both
- [ ] Rename it: the old address keeps working
- [ ] Download it as Markdown, or import a file you have

## Ask @chopin

Write to the Planner in the Chat. It reads files of the repository as they are committed, then edits this text
block by block. You can keep typing: if you changed the very block it was about to edit, it reads yours and thinks
again.

> @chopin read the README and add a section here on how this project is built and tested

**Stop** ends its work at once; what it has written stays, and you can undo it like any other change. If the Planner
has no model yet, the Chat says which setting it needs. Everything else works without one.

## Who may do what

| | Read | Write | Administer |
| :-- | :-: | :-: | :-: |
| Open and download documents | yes | yes | yes |
| Edit, create, rename, archive | | yes | yes |
| Ask the Planner | | yes | yes |
| Set what others may do, end their logins | | | yes |

The first person to join administers. A right that is taken away is gone within a second, also from pages that are
open.

> [!NOTE]
> An archived document can be read but not changed. Restore it at any time; only an archived document can be
> deleted for good.

## More than words

Code keeps its language:

${"```"}ts
export function greet(name: string): string {
  return ${"`Hello, ${name}`"};
}
${"```"}

Maths is written between dollar signs, in a line like $e^{i\pi} + 1 = 0$ or as a block:

$$
\sum_{k=1}^{n} k = \frac{n(n+1)}{2}
$$

Tables, footnotes[^1] and images are part of the text as well. What Chopin does not know, such as raw HTML or the
front matter of a file, it keeps exactly as it was.

[^1]: This is one. Hold Ctrl (⌘ on a Mac) and click its number to come here; links open in the same way.
`,
};
