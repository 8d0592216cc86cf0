import { defineConsolePlugin, type ConsoleCommand } from '@crossdock/admin/kit'
import { Keyboard } from 'lucide-react'
import { showOverlay } from './overlay.js'
import { PaletteButton } from './PaletteButton.js'

const keys: ConsoleCommand = {
  id: 'keys',
  label: 'palette.keys.title',
  keywords: 'palette.keys.keywords',
  icon: Keyboard,
  order: 900,
  useRun: () => () => showOverlay('keys'),
}

export default defineConsolePlugin({
  id: 'palette',
  // The button is not lazy, because a late button would move the header.
  headerItems: [{ id: 'palette', component: PaletteButton, order: 10 }],
  userMenu: [keys],
  commands: [keys],
})
