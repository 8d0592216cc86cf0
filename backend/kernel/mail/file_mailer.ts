import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { createTransport } from 'nodemailer'
import { newId } from '../database/ids.js'
import { now } from '../database/clock.js'
import { envelopeOf } from './envelope.js'
import type { Mailer } from './mailer.js'

interface FileMailerOptions {
  folder: string
  from: string
  /** Told of every mail in one line; where people look when there is no mail server. */
  announce(line: string): void
  /** Whether that line shows what lets people in: the code and the first link. */
  open: boolean
}

const entrances = [/^\d{6}$/m, /https?:\/\/\S+[?&]token=\S+/]

/**
 * Replaces a mail server in development. Each message becomes an .eml file, a .txt file with its text (an .eml breaks long
 * links into lines), and a line on the terminal.
 */
export function fileMailer({ folder, from, announce, open }: FileMailerOptions): Mailer {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
  return {
    async send(message) {
      const { message: bytes } = await transport.sendMail(envelopeOf(message, from))
      await mkdir(folder, { recursive: true, mode: 0o700 })
      // Names sort by time; a reader never sees half a file.
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
      const entrance = open ? entrances.flatMap((one) => one.exec(message.text) ?? []) : []
      announce([`Mail to ${message.to}: ${message.subject}`, ...entrance, `(${file})`].join(' '))
    },
  }
}

/** What a full disk has let through of it would stay, at each try. */
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
