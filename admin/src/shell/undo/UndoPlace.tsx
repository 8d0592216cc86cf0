import { useShortcut, useToast, useUndoable } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { UndoBar } from './UndoBar.js'

/** The one place in which what was just done is offered to be undone, on whatever screen, and its key. */
export default function UndoPlace() {
  const translate = useTranslate()
  const toast = useToast()
  const { undos, all, undo } = useUndoable()
  const undoNewest = () => {
    const newest = undos.newest()
    if (newest) undo(newest)
    else toast({ title: translate('kit.undo.nothing') })
  }
  useShortcut('mod+z', 'kit.undo.key', undoNewest, { group: 'palette.keys.all' })
  const offered = all.find(({ isNew }) => isNew)
  return (
    offered && <UndoBar key={offered.id} offered={offered} undo={undo} onDismiss={undos.putAside} />
  )
}
