import { service } from '../ground/service.js'
import { drawLetter, type LetterContent } from './layout.js'
import type { Message } from './message.js'

/** What the mails of an organization look like; what it has not chosen is null. */
export interface MailLook {
  /** Before the address they come from. */
  sender: string | null
  productName: string | null
  logo: { mimeType: string; bytes: Buffer } | null
  button: { color: string; onColor: string } | null
  /** Lines below everything else. */
  footer: string | null
}

/** Knows the look of each organization. */
export interface MailLooks {
  /** null where it has chosen none. */
  of(tenantId: string): Promise<MailLook | null>
}

export const mailLooks = service<MailLooks>('mail.looks')

const cid = 'logo@crossdock'

/**
 * Draws a mail as an organization's own: with its name, logo, colour and footer.
 * @param tenantId null for what is of no organization, or of several
 */
export async function drawTenantLetter(
  tenantId: string | null,
  content: LetterContent
): Promise<Omit<Message, 'to' | 'subject'>> {
  const look = tenantId === null ? null : await mailLooks.peek()?.of(tenantId)
  if (!look) return drawLetter(content)
  const { sender, logo } = look
  return {
    ...drawLetter(content, { ...look, logo: logo && cid }),
    ...(sender ? { sender } : {}),
    ...(logo ? { pictures: [{ cid, ...logo }] } : {}),
  }
}
