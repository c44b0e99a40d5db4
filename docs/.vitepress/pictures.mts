import DOMPurify from 'dompurify'
import mermaid from 'mermaid'

// Mermaid cleans texts by the DOM, which is not there while pages are built; nothing is shown then.
Object.assign(DOMPurify, { addHook() {}, sanitize: (text: string) => text })

/** A picture in Mermaid's words, and the page that has it. */
export type Picture = { page: string; text: string }

/** Fails if one of them could not be drawn: its page would show an error in its place. */
export async function checkPictures(pictures: Picture[]): Promise<void> {
  const wrong: string[] = []
  for (const picture of pictures) {
    try {
      await mermaid.parse(picture.text)
    } catch (error) {
      wrong.push(`a picture of ${picture.page} cannot be drawn: ${(error as Error).message}`)
    }
  }
  if (wrong.length > 0) {
    throw new Error(wrong.join('\n'))
  }
}
