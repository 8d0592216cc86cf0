import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { useEffect, type ReactNode } from 'react'
import { useBrand } from './brand.js'

/** Name the browser tab after the screen. */
export function useDocumentTitle(title: string): void {
  const { name } = useBrand()
  useEffect(() => {
    document.title = `${title} · ${name}`
  }, [title, name])
}

export interface PageHeaderProps {
  title: string
  /** The state of what the screen is about, right of its title. */
  badge?: ReactNode
  subtitle?: ReactNode
  /** The screen's main buttons. */
  actions?: ReactNode
  /** A line above the title: a back link or breadcrumbs. */
  above?: ReactNode
}

const withBadge = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5 }

/** The head of a screen: its h1, what it is for, and its main actions. Sets the document title. */
export function PageHeader({ title, badge, subtitle, actions, above }: PageHeaderProps) {
  useDocumentTitle(title)
  return (
    <Box sx={{ mb: 3 }}>
      {above && <Box sx={{ mb: 1 }}>{above}</Box>}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, rowGap: 1.5 }}>
        {/* What stands below something is a record, whose name may be long. */}
        <Box sx={{ flex: above ? '1 1 200px' : '1 1 160px', minWidth: 0 }}>
          <Box sx={badge ? withBadge : undefined}>
            <Typography variant="h1" sx={{ overflowWrap: 'anywhere' }}>
              {title}
            </Typography>
            {badge}
          </Box>
          {subtitle && (
            <Typography color="textSecondary" sx={{ mt: 0.5 }}>
              {subtitle}
            </Typography>
          )}
        </Box>
        {actions && (
          <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 1 }}>
            {actions}
          </Box>
        )}
      </Box>
    </Box>
  )
}

/** Vertical rhythm of a screen's blocks. */
export const PageBody = ({ children }: { children: ReactNode }) => (
  <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, minWidth: 0 }}>{children}</Box>
)
