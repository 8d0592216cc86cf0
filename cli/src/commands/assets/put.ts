import type { Asset } from '@crossdock/client'
import type { ApiClient } from '../../api/client.js'
import { makeFolders } from '../../assets/folders.js'
import { resolveFolder } from '../../assets/resolve.js'
import { uploadFile } from '../../assets/upload.js'
import type { Factory } from '../../factory.js'
import { isId } from '../../ids.js'
import { localFile, type LocalFile } from '../../local_file.js'
import { formatBytes } from '../../output/format.js'
import { Progress } from '../../output/progress.js'

export interface PutOptions {
  to: string
  parents?: boolean
}

/** Uploads files one after the other; all of them are looked at before the first is sent. */
export async function putAssets(
  factory: Factory,
  paths: string[],
  options: PutOptions
): Promise<void> {
  const files = await Promise.all(
    paths.map((path) => localFile(factory, path, 'Nothing was uploaded.'))
  )
  const api = await factory.api()
  const folder = await folderFor(api, options)

  const uploaded: Asset[] = []
  try {
    for (const file of files) uploaded.push(await putFile(factory, api, file, folder))
  } finally {
    // What arrived before a failure has arrived: scripts get to know.
    if (factory.flags.json && uploaded.length > 0) factory.printJson(uploaded)
  }
}

async function folderFor(api: ApiClient, { to, parents }: PutOptions): Promise<Asset | null> {
  const isMade = parents && !isId(to) && /[^/]/.test(to)
  return isMade ? (await makeFolders(api, to)).at(-1)!.folder : resolveFolder(api, to)
}

async function putFile(
  factory: Factory,
  api: ApiClient,
  file: LocalFile,
  folder: Asset | null
): Promise<Asset> {
  const progress = new Progress(factory.streams.stderr, file.name, file.size)
  const done = factory.onInterrupt(() => {
    progress.end()
    factory.note(`Interrupted: ${file.name} was not uploaded.`)
  })
  try {
    const { asset, isNew } = await uploadFile(api, file, folder, (bytes) => progress.advance(bytes))
    progress.end()
    const what = isNew ? 'Uploaded' : `Uploaded version ${asset.version} of`
    factory.say(`${what} ${asset.name} (${formatBytes(file.size)}), id ${asset.id}.`)
    return asset
  } finally {
    done()
    progress.end()
  }
}
