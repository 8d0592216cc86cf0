import type { SendMailOptions } from 'nodemailer'
import type { Message } from './message.js'

/**
 * A message as nodemailer takes it.
 * @param from MAIL_FROM: whoever sends, the address is the operator's
 */
export function envelopeOf(message: Message, from: string): SendMailOptions {
  const { sender, pictures = [], ...rest } = message
  return {
    ...rest,
    from: sender ? { name: sender, address: /<([^<>]+)>\s*$/.exec(from)?.[1] ?? from } : from,
    attachments: pictures.map(({ cid, mimeType, bytes }) => ({
      ...{ cid, content: bytes, contentType: mimeType },
      filename: `picture.${mimeType.replace(/^.*\//, '')}`,
      contentDisposition: 'inline' as const,
    })),
  }
}
