import type { FolderBinding } from '@crossdock/client'
import { UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { folderNamed, pathOf, systemNamed } from './find.js'

export interface AddBindingOptions {
  system: string
  folder: string
  permission?: string[]
  include?: string[]
  exclude?: string[]
  mimeType?: string[]
  maxSize?: string
}

/** Binds a system to a folder, and prints the binding. */
export async function addBinding(factory: Factory, options: AddBindingOptions): Promise<void> {
  const { permission: permissions = ['read'], include, exclude, mimeType: mimeTypes } = options
  const maxSize = options.maxSize === undefined ? undefined : bytesOf(options.maxSize)
  const api = await factory.api()
  const system = await systemNamed(api, options.system)
  const folder = await folderNamed(api, options.folder)
  const binding = await api.post<FolderBinding>('/api/folder-bindings', {
    systemId: system.id,
    assetId: folder.id,
    permissions,
    visibilityRules: { include, exclude, mimeTypes, maxSize },
  })
  if (factory.flags.json) return factory.printJson(binding)
  factory.say(`Bound ${binding.systemName} to ${pathOf(binding)}, id ${binding.id}.`)
}

function bytesOf(typed: string): number {
  if (/^\d{1,15}$/.test(typed)) return Number(typed)
  throw new UsageError(`--max-size takes a number of bytes, not "${typed}".`)
}
