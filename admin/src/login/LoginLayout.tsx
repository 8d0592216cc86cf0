import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useBrand, useDocumentTitle } from '@crossdock/admin/kit'
import type { ReactNode } from 'react'
import { Logo } from '../kit/Logo.js'
import { ThemeToggle } from '../kit/theme/ThemeToggle.js'
import { LanguageMenu } from './LanguageMenu.js'

interface LoginLayoutProps {
  title: string
  /** The id of the title, for a dialog around it. */
  titleId?: string
  subtitle: ReactNode
  children?: ReactNode
}

/** One narrow column in the middle of an empty page. */
export function LoginLayout({ title, titleId, subtitle, children }: LoginLayoutProps) {
  useDocumentTitle(title)
  const { name } = useBrand()
  return (
    <Box
      sx={{
        minHeight: '100dvh',
        display: 'flex',
        flexDirection: 'column',
        bgcolor: 'background.default',
      }}
    >
      <Box
        component="header"
        sx={{ display: 'flex', alignItems: 'center', gap: 1.25, height: 64, px: { xs: 2, sm: 3 } }}
      >
        <Logo />
        <Typography
          component="span"
          noWrap
          sx={{ flex: 1, fontWeight: 600, letterSpacing: '-0.015em' }}
        >
          {name}
        </Typography>
        <LanguageMenu />
        <ThemeToggle />
      </Box>
      <Box
        component="main"
        sx={{
          flex: 1,
          display: 'grid',
          placeItems: { xs: 'start center', sm: 'center' },
          px: 2,
          pt: { xs: 5, sm: 0 },
          pb: { xs: 4, sm: 16 },
        }}
      >
        <Box sx={{ width: 1, maxWidth: 376 }}>
          <Typography variant="h1" id={titleId}>
            {title}
          </Typography>
          <Typography
            color="textSecondary"
            sx={{
              mt: 0.75,
              mb: 3.5,
              overflowWrap: 'anywhere',
              '& strong': { color: 'text.primary', fontWeight: 500 },
            }}
          >
            {subtitle}
          </Typography>
          {children}
        </Box>
      </Box>
    </Box>
  )
}
