import { formatDate, useAction, usePermissions, type MenuAction } from '@crossdock/admin/kit'
import { Download, Undo2 } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { fileName, keptPath, sideNames, type KeptVersion, type SyncContract } from '../model.js'
import { useSaveContent } from '../pieces/contents.js'
import { useSideNames } from '../pieces/use_side_names.js'

/** The actions on a kept version, and a description of what happened to it. */
export function useKept(contract: SyncContract) {
  const translate = useTranslate()
  const text = (key: string, values?: object) => translate(`sync.kept.${key}`, values)
  const { can } = usePermissions()
  const names = useSideNames(contract)
  const save = useSaveContent(contract)
  const path = ({ id }: KeptVersion) =>
    `sync-contracts/${contract.id}/kept/${encodeURIComponent(id)}`
  const restore = useAction<{ path: string }, KeptVersion>(
    (version) => ({ path: `${path(version)}/restore` }),
    {
      invalidates: ['sync-contracts', 'assets'],
      success: (restored) => ({ title: text('restored'), description: restored.path }),
      error: { fallback: text('failed') },
    }
  )
  // Only asset folders can be written from here. The next sync copies the version to the other end.
  const isRestorable =
    can('sync.run') &&
    can('assets.write') &&
    sideNames.some((side) => contract.sides[side].type === 'asset_folder')
  const actionsOf = (version: KeptVersion): MenuAction[] => [
    ...(can('assets.read')
      ? [
          {
            label: text('download'),
            icon: Download,
            onSelect: () => void save(`${path(version)}/content`, fileName(version.path)),
          },
        ]
      : []),
    ...(isRestorable
      ? [{ label: text('restore'), icon: Undo2, onSelect: () => restore.mutate(version) }]
      : []),
  ]
  /** "Deleted on WS-DOCK-07" */
  const descriptionOf = ({ reason, side }: KeptVersion) =>
    text(`fate.${reason}`, { name: names[side] })
  const untilOf = ({ keptUntil }: KeptVersion) =>
    keptUntil ? text('until', { date: formatDate(keptUntil) }) : text('untilResolved')
  return { actionsOf, descriptionOf, untilOf, isRestorable, listPath: keptPath(contract) }
}
