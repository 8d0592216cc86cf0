import { notFound } from '@crossdock/kernel/ground'
import {
  paginate,
  type ListDefinition,
  type ListRequest,
  type Page,
  type Row,
} from '@crossdock/kernel/lists'
import { SystemFolderBinding } from '../models/system_folder_binding.js'

export const bindingList: ListDefinition = {
  resource: 'folder-bindings',
  filters: { systemId: 'id', assetId: 'id', isActive: 'boolean' },
  sorts: { createdAt: 'created_at', updatedAt: 'updated_at' },
  defaultSort: ['createdAt', 'desc'],
}

/** Lists a page of the tenant's folder bindings. */
export const listBindings = (list: ListRequest): Promise<Page<Row<SystemFolderBinding>>> =>
  paginate(SystemFolderBinding.query(), bindingList, list)

/** @throws Problem 404 */
export async function findBinding(id: string): Promise<SystemFolderBinding> {
  const binding = await SystemFolderBinding.find(id)
  if (!binding) throw notFound('There is no folder binding with the id "{id}".', id)
  return binding
}
