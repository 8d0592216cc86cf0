import type { Asset } from '@crossdock/client'
import { RowLink } from '@crossdock/admin/kit'
import { useContext, type MouseEvent } from 'react'
import { OpenDetails } from './details/open_details.js'
import { folderUrl } from './model.js'
import { useFolderUrl } from './use_folder_url.js'

/** The name of a file or folder. A folder opens; a file opens its details, or its page in a new tab. */
export function AssetLink({ asset: { id, name, type } }: { asset: Asset }) {
  const inOrder = useFolderUrl()
  const openDetails = useContext(OpenDetails)
  if (type === 'folder') return <RowLink to={inOrder(id)}>{name}</RowLink>
  const open = (event: MouseEvent) => {
    event.stopPropagation()
    if (!openDetails || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    openDetails(id)
  }
  return (
    <RowLink to={folderUrl(id)} onClick={open}>
      {name}
    </RowLink>
  )
}
