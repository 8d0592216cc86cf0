/** One mail, ready to be sent. */
export interface Message {
  to: string
  subject: string
  text: string
  html: string
}
