import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { Icon, lazyPart, useBrand, type Session } from '@crossdock/admin/kit'
import { Menu } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { memo } from 'react'
import { Tray } from './tray/Tray.js'
import { HeaderItems } from './HeaderItems.js'
import { LeftOut } from './LeftOut.js'
import { ThemeToggle } from './ThemeToggle.js'
import { UserMenu } from './UserMenu.js'

const EnvironmentMenu = lazyPart(() => import('./environment/EnvironmentMenu.js'))

interface HeaderProps {
  session: Session
  /** Given on small screens, where the navigation is a drawer. */
  onOpenMenu?: () => void
}

/** The bar above every screen: tenant, environment, theme, user. */
export const Header = memo(function Header({ session, onOpenMenu }: HeaderProps) {
  const translate = useTranslate()
  const tenant = session.tenant?.name
  const { name } = useBrand()
  return (
    <Box
      component="header"
      sx={{
        position: 'sticky',
        top: 'var(--bar-height, 0px)',
        zIndex: 'appBar',
        display: 'flex',
        alignItems: 'center',
        // All of it fits into 320 px.
        gap: { xs: 0.25, sm: 0.75 },
        height: 56,
        px: { xs: 1.25, md: 3 },
        borderBottom: 1,
        borderColor: 'divider',
        bgcolor: 'background.default',
      }}
    >
      {onOpenMenu && (
        <IconButton aria-label={translate('shell.openMenu')} onClick={onOpenMenu}>
          <Icon icon={Menu} size={18} />
        </IconButton>
      )}
      <Typography
        component="p"
        noWrap
        sx={{
          flex: 1,
          minWidth: 0,
          fontWeight: 500,
          // The one letter that is left of it says nothing.
          '@media (max-width: 359px)': { clipPath: 'inset(50%)' },
        }}
      >
        {/* Elsewhere the menu says it. */}
        {onOpenMenu && tenant !== name && tenant}
      </Typography>
      <LeftOut>
        <EnvironmentMenu />
      </LeftOut>
      <HeaderItems />
      <Tray />
      <ThemeToggle />
      <UserMenu user={session.user} />
    </Box>
  )
})
