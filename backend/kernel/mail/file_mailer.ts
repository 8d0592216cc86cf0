import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import { newId } from '../database/rows/ids.js'
import { now } from '../database/rows/clock.js'
import { envelopeOf } from './envelope.js'
import type { Mailer } from './mailer.js'

interface FileMailerOptions {
  folder: string
  from: string
  /** Receives one line for each mail. Without a mail server, people read it on the terminal. */
  announce(line: string): void
  /** Whether that line shows the credentials to sign in: the code and the first link. */
  open: boolean
}

const signInPatterns = [/^\d{6}$/m, /https?:\/\/\S+[?&]token=\S+/]

/**
 * Replaces a mail server in development. Each message becomes an .eml file, a .txt file with its text (an .eml
 * breaks long links into lines), and a line on the terminal.
 */
export function fileMailer({ folder, from, announce, open }: FileMailerOptions): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    async send(message) {
      const { message: bytes } = await transport.sendMail(envelopeOf(message, from))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Names sort by time. The rename in `write` keeps a reader from seeing a partial file.
      const name = join(folder, `${now().replaceAll(':', '-')}-${newId()}`)
      const file = `${name}.txt`
      const { to, subject, text } = message
      await write(file, Buffer.from(`To: ${to}\nSubject: ${subject}\n\n${text}`))
      try {
        await write(`${name}.eml`, bytes)
      } catch (error) {
        await rm(file, { force: true })
        throw error
      }
      const credentials = open ? signInPatterns.flatMap((one) => one.exec(message.text) ?? []) : []
      announce([`Mail to ${message.to}: ${message.subject}`, ...credentials, `(${file})`].join(' '))
    },
  }
}

/** Removes the partial file on failure: on a full disk each retry would leave one behind. */
async function write(file: string, bytes: Buffer | Readable): Promise<void> {
  const part = `${file}.part`
  try {
    await writeFile(part, bytes, { mode: 0o600 })
    await rename(part, file)
  } catch (error) {
    await rm(part, { force: true })
    throw error
  }
}
