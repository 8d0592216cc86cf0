import { defineConsolePlugin, type ConsoleCommand } from '@crossdock/admin/kit'
import { LogOut, SunMoon } from 'lucide-react'
import { lazy } from 'react'
import { useThemeSwitch } from '../kit/theme/use_theme_switch.js'
import { useSignOut } from '../data/use_sign_out.js'

const signOut: ConsoleCommand = {
  id: 'sign-out',
  label: 'shell.signOut',
  icon: LogOut,
  order: 1000,
  useRun: () => useSignOut().signOut,
}

export default defineConsolePlugin({
  id: 'shell',
  tray: [{ id: 'undo', component: lazy(() => import('./undo/UndoPart.js')), order: 900 }],
  userMenu: [signOut],
  commands: [
    {
      id: 'theme',
      label: 'shell.switchTheme',
      keywords: 'shell.themeWords',
      icon: SunMoon,
      order: 800,
      useRun: () => useThemeSwitch().change,
    },
    signOut,
  ],
})
