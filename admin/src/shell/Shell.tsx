import Box from '@mui/material/Box'
import { styled, type Theme } from '@mui/material/styles'
import useMediaQuery from '@mui/material/useMediaQuery'
import {
  lazyPart,
  PageSkeleton,
  setTimeZone,
  signInUrl,
  useApiState,
  useSession,
  type Session,
} from '@crossdock/admin/kit'
import { useStore, useTranslate } from 'ra-core'
import { Suspense, useCallback, useEffect, useRef, useState, type ReactNode } from 'react'
import { Navigate, useLocation } from 'react-router-dom'
import { Overlays } from '../palette/Overlays.js'
import { CrashBoundary } from './CrashBoundary.js'
import { Header } from './Header.js'
import { OmitOnError } from '../kit/OmitOnError.js'
import { Rail } from './Rail.js'
import { TitleLine } from './TitleLine.js'

// Wide screens need no drawer and do not load its code.
const NarrowRail = lazyPart(() => import('./NarrowRail.js'))
// Nothing can be undone before the first screen has loaded.
const UndoPlace = lazyPart(() => import('./undo/UndoPlace.js'))

const RAIL_WIDTH = 232

const SkipLink = styled('a')(({ theme }) => ({
  position: 'fixed',
  top: 10,
  left: 10,
  zIndex: theme.zIndex.tooltip,
  padding: '8px 14px',
  borderRadius: 8,
  fontSize: '0.875rem',
  fontWeight: 500,
  color: theme.palette.primary.contrastText,
  backgroundColor: theme.palette.primary.main,
  transform: 'translateY(-60px)',
  '&:focus': { transform: 'none' },
}))

/**
 * The app shell of signed-in screens. Without a session it renders nothing and opens /login, which leads
 * back here unless the person has just signed out.
 */
export function Shell({ children }: { children: ReactNode }) {
  const session = useSession()
  const hasSignedOut = useApiState(({ session }) => session === 'left')
  const { pathname, search, hash } = useLocation()
  if (!session.data) {
    return <Navigate to={hasSignedOut ? '/login' : signInUrl(pathname + search + hash)} replace />
  }
  return <Frame session={session.data}>{children}</Frame>
}

function Frame({ session, children }: { session: Session; children: ReactNode }) {
  const translate = useTranslate()
  // Set before any child formats a time.
  setTimeZone(useStore<string>('preferences.timeZone')[0])
  const narrow = useMediaQuery<Theme>((theme) => theme.breakpoints.down('md'), { noSsr: true })
  const [menuOpen, setMenuOpen] = useState(false)
  const openMenu = useCallback(() => setMenuOpen(true), [])
  const { pathname } = useLocation()
  const main = useFocusOnNavigation(pathname)

  return (
    <Box
      sx={{
        display: 'flex',
        minHeight: '100dvh',
        pt: 'var(--bar-height, 0px)',
        bgcolor: 'background.default',
      }}
    >
      <Overlays />
      <SkipLink href="#main">{translate('shell.skip')}</SkipLink>
      {narrow ? (
        <NarrowRail open={menuOpen} onClose={() => setMenuOpen(false)} />
      ) : (
        <Box
          sx={{
            position: 'sticky',
            top: 'var(--bar-height, 0px)',
            flex: 'none',
            width: RAIL_WIDTH,
            height: 'calc(100dvh - var(--bar-height, 0px))',
            borderRight: 1,
            borderColor: 'divider',
            bgcolor: (theme) => theme.palette.surface.rail,
          }}
        >
          <Rail />
        </Box>
      )}
      <Box sx={{ flex: 1, minWidth: 0, display: 'flex', flexDirection: 'column' }}>
        <Header session={session} onOpenMenu={narrow ? openMenu : undefined} />
        <Box
          component="main"
          id="main"
          ref={main}
          tabIndex={-1}
          sx={{
            flex: 1,
            width: 1,
            maxWidth: 1440,
            // Centered in wide windows.
            mx: 'auto',
            px: { xs: 2, md: 4 },
            pt: { xs: 2.5, md: 3 },
            pb: 8,
            outline: 'none',
          }}
        >
          <TitleLine />
          <CrashBoundary resetKey={pathname}>
            <Suspense fallback={<PageSkeleton />}>{children}</Suspense>
          </CrashBoundary>
          <OmitOnError>
            <UndoPlace />
          </OmitOnError>
        </Box>
      </Box>
    </Box>
  )
}

// Moves the scroll position and the focus to the top of a new screen, except for the first screen.
function useFocusOnNavigation(pathname: string) {
  const main = useRef<HTMLElement>(null)
  const shown = useRef(pathname)
  useEffect(() => {
    if (shown.current === pathname) return
    shown.current = pathname
    main.current?.focus({ preventScroll: true })
    window.scrollTo(0, 0)
  }, [pathname])
  return main
}
