import type { FolderBinding } from '@crossdock/client'
import type { Factory } from '../../factory.js'
import { activeColumn, modifiedColumn } from '../../records/columns.js'
import { folderNamed, pathOf, systemNamed } from './find.js'

export interface ListBindingsOptions {
  system?: string
  folder?: string
}

export async function listBindings(
  factory: Factory,
  { system, folder }: ListBindingsOptions
): Promise<void> {
  const api = await factory.api()
  const filter = {
    systemId: system === undefined ? undefined : (await systemNamed(api, system)).id,
    assetId: folder === undefined ? undefined : (await folderNamed(api, folder)).id,
  }
  const rows = await api.all<FolderBinding>('/api/folder-bindings', { filter })
  await factory.printList(
    rows,
    [
      { title: 'System', text: (one) => one.systemName },
      { title: 'Folder', text: pathOf },
      { title: 'Permissions', text: (one) => one.permissions.join(' ') },
      { title: 'Files', text: rulesOf },
      activeColumn(),
      modifiedColumn(),
      { title: 'Id', text: (one) => one.id, whole: true },
    ],
    'No folder bindings.'
  )
}

/** The visibility rules in short form, such as `*.pdf !draft-* image/* <=1000`. */
function rulesOf({ visibilityRules }: FolderBinding): string {
  const { include = [], exclude = [], mimeTypes = [], maxSize } = visibilityRules
  const not = exclude.map((pattern) => `!${pattern}`)
  const most = maxSize === undefined ? [] : [`<=${maxSize}`]
  return [...include, ...not, ...mimeTypes, ...most].join(' ') || 'all'
}
