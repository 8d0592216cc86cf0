import type { SendMailOptions } from 'nodemailer'
import type { Message } from './message.js'

/**
 * Converts a message for nodemailer.
 * @param from MAIL_FROM. A sender replaces the name only: the address is always the operator's
 */
export function envelopeOf(message: Message, from: string): SendMailOptions {
  const { sender, pictures = [], ...rest } = message
  return {
    ...rest,
    from: sender ? { name: sender, address: /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from } : from,
    attachments: pictures.map(({ cid, mimeType, bytes }) => ({
      cid,
      content: bytes,
      contentType: mimeType,
      filename: `picture.${mimeType.replace(/^.*\//, '')}`,
      contentDisposition: 'inline' as const,
    })),
  }
}
