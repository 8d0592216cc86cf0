import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { drawLetter } from '@crossdock/kernel/mail'
import { fileMailer } from '../file_mailer.js'

// Red when the first address of a mail is printed, whatever it is.
test('what is printed of an invitation is the link that lets its reader in', async ({
  assert,
  cleanup,
}) => {
  const folder = await mkdtemp(join(tmpdir(), 'crossdock-mail-'))
  cleanup(() => rm(folder, { recursive: true }))
  const page = 'http://localhost:3333/login'
  const url = `${page}?token=abc`
  const letter = drawLetter({
    title: 'Welcome',
    paragraphs: [`Later, sign in at ${page} with your address.`],
    buttons: [{ label: 'Accept the invitation', url }],
    footer: [],
  })
  const message = { to: 'ann@acme.example', subject: 'You are invited', ...letter }
  const printed = async (open: boolean) => {
    const lines: string[] = []
    const announce = (line: string) => void lines.push(line)
    await fileMailer({ folder, from: 'crossdock@acme.example', announce, open }).send(message)
    return lines.join('\n')
  }
  const prefix = 'Mail to ann@acme.example: You are invited'
  assert.isTrue((await printed(true)).startsWith(`${prefix} ${url} (`))
  assert.isTrue((await printed(false)).startsWith(`${prefix} (`))
})
