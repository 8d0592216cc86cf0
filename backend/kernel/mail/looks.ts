import { service } from '../ground/service.js'
import { drawLetter, type LetterContent } from './layout.js'
import type { Message } from './message.js'

/** The look of an organization's mails. Unset parts are null. */
export interface MailLook {
  /** Name before the sender's address. */
  sender: string | null
  productName: string | null
  logo: { mimeType: string; bytes: Buffer } | null
  button: { color: string; onColor: string } | null
  /** Lines below everything else. */
  footer: string | null
}

/** Finds the look of each organization. */
export interface MailLooks {
  /** null if the organization has set none. */
  of(tenantId: string): Promise<MailLook | null>
}

export const mailLooks = service<MailLooks>('mail.looks')

const cid = 'logo@crossdock'

/**
 * Renders a mail in an organization's look: name, logo, color and footer.
 * @param tenantId null for a mail that belongs to no organization, or to several
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
