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
import { OmitOnError } from '../kit/OmitOnError.js'
import { showOverlay, useOverlay } from './overlay.js'

const Overlay = lazyPart(() => import('./Overlay.js'))

/** The overlays over every screen, and the shortcuts that work on all screens. */
export const Overlays = memo(function Overlays() {
  const open = useOverlay()
  const { menu } = useRegistry()
  const who = usePermissions()
  const [running, setRunning] = useState<ConsoleCommand>()
  const close = () => showOverlay(null)
  // Close overlays before the next person signs in.
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
        <OmitOnError key={open}>
          <Overlay name={open} onRun={setRunning} onClose={close} />
        </OmitOnError>
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

/** Runs a command after the palette has closed. */
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
