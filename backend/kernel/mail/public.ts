// What plugins from outside may use, too: it keeps its promise from version to version.
export { drawLetter, type LetterContent } from './layout.js'
export { mailLetters, sendLetter, type Letter } from './letters.js'
export { mailer, MailRefused, type Mailer } from './mailer.js'
export type { Message } from './message.js'
