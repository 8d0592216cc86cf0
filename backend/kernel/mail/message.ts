/** One mail, ready to be sent. */
export interface Message {
  to: string
  subject: string
  text: string
  html: string
  /** Name before the address of MAIL_FROM, instead of the name in MAIL_FROM. */
  sender?: string
  /** Images that the HTML part shows by their `cid`. */
  pictures?: Picture[]
}

export interface Picture {
  /** `<img src="cid:…">` */
  cid: string
  mimeType: string
  bytes: Buffer
}
