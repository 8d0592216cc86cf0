import { openAsBlob } from 'node:fs'
import type { Branding } from '@crossdock/client'
import { UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { localFile } from '../../local_file.js'
import { brandingPath } from './path.js'

const path = `${brandingPath}/logo`

/** Sets the logo from a file, or removes it. */
export async function setLogo(
  factory: Factory,
  file: string | undefined,
  remove: boolean
): Promise<void> {
  if (remove === (file !== undefined)) {
    throw new UsageError('Name a file, or give --remove.', 'crossdock branding logo logo.png')
  }
  const api = await factory.api()
  if (file === undefined) {
    await api.delete(path)
    if (factory.flags.json) return factory.printJson({ logo: null })
    return factory.say('Removed the logo.')
  }
  const local = await localFile(factory, file, 'Nothing was sent.')
  const answer = await api.send('PUT', path, {
    headers: { 'content-type': 'application/octet-stream' },
    stream: (await openAsBlob(local.path)).stream(),
  })
  const branding = (await answer.json()) as Branding
  if (factory.flags.json) return factory.printJson(branding)
  factory.say('Set the logo.')
}
