import Box from '@mui/material/Box'
import IconButton from '@mui/material/IconButton'
import Typography from '@mui/material/Typography'
import { Icon, lazyPart, pathBar, useBrand, type Session } from '@crossdock/admin/kit'
import { Menu } from 'lucide-react'
import { useTranslate } from 'ra-core'
import { memo } from 'react'
import { Tray } from './tray/Tray.js'
import { HeaderItems } from './HeaderItems.js'
import { OmitOnError } from '../kit/OmitOnError.js'
import { ThemeToggle } from '../kit/theme/ThemeToggle.js'
import { UserMenu } from './UserMenu.js'

const EnvironmentMenu = lazyPart(() => import('./environment/EnvironmentMenu.js'))

interface HeaderProps {
  session: Session
  /** Set on small screens, where the navigation is a drawer. */
  onOpenMenu?: () => void
}

/** The bar above every screen. Without the menu at the side, it also shows tenant and environment. */
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
        // Everything must fit into 320 px.
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
      {/* On wide screens, the menu shows the organization, and the bar shows the path of the screen. */}
      {onOpenMenu ? (
        <Typography
          component="p"
          noWrap
          sx={{
            flex: 1,
            minWidth: 0,
            fontWeight: 500,
            // Only one letter of the name would fit, so the name is hidden.
            '@media (max-width: 359px)': { clipPath: 'inset(50%)' },
          }}
        >
          {tenant !== name && tenant}
        </Typography>
      ) : (
        <Box id={pathBar} sx={{ flex: 1, minWidth: 0 }} />
      )}
      <OmitOnError>
        <EnvironmentMenu isNarrow={onOpenMenu !== undefined} />
      </OmitOnError>
      <HeaderItems />
      <Tray />
      <ThemeToggle />
      <UserMenu user={session.user} />
    </Box>
  )
})
