import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import PostalMime from 'postal-mime'
import { until } from '@crossdock/kernel/testing'

export interface ReceivedMail {
  to: string
  subject: string
  text: string
  html: string
}

/** Parsed mails by file. Files never change, and every waiting test reads all of them repeatedly. */
const parsed = new Map<string, Promise<ReceivedMail>>()

/** All mails written so far, oldest first. */
async function read(dataDir: string): Promise<ReceivedMail[]> {
  const folder = join(dataDir, 'mail')
  const names = await readdir(folder).catch(() => [])
  const mails = names.filter((name) => name.endsWith('.eml')).sort()
  return Promise.all(
    mails.map((name) => {
      const file = join(folder, name)
      const mail = parsed.get(file) ?? parse(file)
      parsed.set(file, mail)
      return mail
    })
  )
}

async function parse(file: string): Promise<ReceivedMail> {
  const mail = await PostalMime.parse(await readFile(file))
  const { subject = '', text = '', html = '' } = mail
  return { to: mail.to?.[0]?.address ?? '', subject, text, html }
}

/** Mails to `address` that match `kind`, oldest first. */
async function matching(dataDir: string, address: string, kind: RegExp): Promise<ReceivedMail[]> {
  return (await read(dataDir)).filter((mail) => mail.to === address && kind.test(mail.text))
}

/** Matches a mail with a sign-in code. */
export const withCode = /\b\d{6}\b/

/** Waits for the next mail to `address` whose text matches `kind`, after the first `seen` ones. */
export function nextMail(
  dataDir: string,
  address: string,
  seen: number,
  kind = withCode
): Promise<ReceivedMail> {
  return until(`a mail to ${address}`, async () => {
    const mails = await matching(dataDir, address, kind)
    return mails.length > seen && mails.at(-1)
  })
}

/** The number of matching mails so far. */
export async function countMails(dataDir: string, address: string, kind = withCode) {
  return (await matching(dataDir, address, kind)).length
}
