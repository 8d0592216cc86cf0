import {
  isVisible,
  lazyPart,
  usePermissions,
  useShortcut,
  type ConsoleCommand,
  type ConsoleMenuEntry,
} from '@crossdock/admin/kit'
import { memo, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { useRegistry } from '../registry/context.js'
import { LeftOut } from '../shell/LeftOut.js'
import { showOverlay, useOverlay } from './overlay.js'

const Overlay = lazyPart(() => import('./Overlay.js'))

/** What lies over every screen, and the keys that work on all of them. */
export const Overlays = memo(function Overlays() {
  const open = useOverlay()
  const { menu } = useRegistry()
  const who = usePermissions()
  const [running, setRunning] = useState<ConsoleCommand>()
  const close = () => showOverlay(null)
  // Nothing stays open for who signs in next.
  useEffect(() => () => showOverlay(null), [])
  useShortcut('mod+k', 'palette.title', () => showOverlay('palette'), { group: 'palette.keys.all' })
  useShortcut('?', 'palette.keys.title', () => showOverlay('keys'), { group: 'palette.keys.all' })
  return (
    <>
      {menu
        .filter((entry) => entry.key && isVisible(entry, who))
        .map((entry) => (
          <GoKey key={entry.to} entry={entry} />
        ))}
      {open && (
        <LeftOut key={open}>
          <Overlay name={open} onRun={setRunning} onClose={close} />
        </LeftOut>
      )}
      {running && <Run command={running} onDone={() => setRunning(undefined)} />}
    </>
  )
})

function GoKey({ entry: { to, label, key } }: { entry: ConsoleMenuEntry }) {
  const navigate = useNavigate()
  useShortcut(`g ${key}`, label, () => void navigate(to), { group: 'palette.keys.go' })
  return null
}

/** What a command does is a hook's: it is done once the palette, which lay over everything, is gone. */
function Run({ command, onDone }: { command: ConsoleCommand; onDone: () => void }) {
  const run = command.useRun?.()
  const isDone = useRef(false)
  useEffect(() => {
    if (isDone.current) return
    isDone.current = true
    run?.()
    onDone()
  })
  return null
}
