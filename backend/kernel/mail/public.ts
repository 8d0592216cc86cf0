// Also the API of plugins from outside: it stays compatible from version to version.
export { drawLetter, type LetterContent, type LetterLook } from './layout.js'
export { mailLetters, sendLetter, type Letter } from './letters.js'
export { drawTenantLetter, mailLooks, type MailLook, type MailLooks } from './looks.js'
export { mailer, MailRefused, type Mailer } from './mailer.js'
export type { Message, Picture } from './message.js'
