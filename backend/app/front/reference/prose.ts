import { html, type Html } from '@crossdock/kernel/http'

/** Paragraphs of a description; text between backticks becomes code. */
export const prose = (words: string): Html[] =>
  words
    .split(/\n{2,}/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => html`<p>${inline(paragraph)}</p>`)

/** One line of a paragraph. */
export const inline = (words: string): (Html | string)[] =>
  words.split('`').map((part, at) => (at % 2 === 1 ? html`<code>${part}</code>` : part))
