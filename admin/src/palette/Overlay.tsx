import type { ConsoleCommand } from '@crossdock/admin/kit'
import { KeysDialog } from './KeysDialog.js'
import type { OverlayName } from './overlay.js'
import { Palette } from './Palette.js'

interface OverlayProps {
  name: OverlayName
  onRun: (command: ConsoleCommand) => void
  onClose: () => void
}

/** The code of both overlays, fetched when the browser is idle. */
export default function Overlay({ name, onRun, onClose }: OverlayProps) {
  return name === 'keys' ? (
    <KeysDialog onClose={onClose} />
  ) : (
    <Palette onRun={onRun} onClose={onClose} />
  )
}
