import { useApi, useShortcut, useToast, useUndoable } from '@crossdock/admin/kit'
import { useTranslate } from 'ra-core'
import { useEffect, useEffectEvent, useRef } from 'react'

/** Five seconds are too short to notice and undo a deletion. After this time (ms) it is only in the tray. */
const SHOWN_FOR = 20_000

/** Offers in a toast to undo the last action, on every screen, and handles the shortcut. */
export default function UndoPlace() {
  const translate = useTranslate()
  const toast = useToast()
  const signal = useApi().signOutSignal()
  const { undos, all, undo } = useUndoable()
  const offered = useRef(0)
  const offerNewest = useEffectEvent(() => {
    const [newest] = all
    if (!newest || newest.id <= offered.current) return
    offered.current = newest.id
    const text = newest.text(newest.items)
    toast({
      ...(newest.title === undefined
        ? { title: text }
        : { title: newest.title, description: text }),
      action: { label: translate('kit.undo.action'), onSelect: () => undo(newest) },
      shownFor: SHOWN_FOR,
    })
  })
  useEffect(() => offerNewest(), [all])
  useEffect(() => {
    // The next person on this page must not read the toast.
    const clear = () => toast({ title: '' })
    signal.addEventListener('abort', clear)
    return () => signal.removeEventListener('abort', clear)
  }, [signal, toast])

  const undoNewest = () => {
    const newest = undos.newest()
    if (newest) undo(newest)
    else toast({ title: translate('kit.undo.nothing') })
  }
  useShortcut('mod+z', 'kit.undo.key', undoNewest, { group: 'palette.keys.all' })
  return null
}
