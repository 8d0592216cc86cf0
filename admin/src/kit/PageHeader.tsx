import Box from '@mui/material/Box'
import type { Theme } from '@mui/material/styles'
import Typography from '@mui/material/Typography'
import useMediaQuery from '@mui/material/useMediaQuery'
import { useLayoutEffect, useState, type ReactNode } from 'react'
import { createPortal } from 'react-dom'
import { useDocumentTitle } from './document_title.js'

export interface PageHeaderProps {
  title: string
  /** The state of the screen's object, right of its title. */
  badge?: ReactNode
  subtitle?: ReactNode
  /** The screen's main buttons. */
  actions?: ReactNode
  /** A back link or breadcrumbs, shown in the bar above the screen, or above the title where the bar has no space. */
  above?: ReactNode
}

/** The id of the element for `above` in the bar above the screen. Small screens have no such element. */
export const pathBar = 'page-path'

function usePathBar(): Element | null {
  const isWide = useMediaQuery<Theme>((theme) => theme.breakpoints.up('md'), { noSsr: true })
  const [bar, setBar] = useState<Element | null>(null)
  useLayoutEffect(() => setBar(document.getElementById(pathBar)), [isWide])
  return bar
}

const withBadge = { display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: 1.5 }

/** The head of a screen: its h1, its purpose and its main actions. Sets the document title. */
export function PageHeader({ title, badge, subtitle, actions, above }: PageHeaderProps) {
  useDocumentTitle(title)
  const bar = usePathBar()
  return (
    <Box sx={{ mb: 2 }}>
      {above && (bar ? createPortal(above, bar) : <Box sx={{ mb: 1 }}>{above}</Box>)}
      <Box sx={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 2, rowGap: 1.5 }}>
        {/* A page with `above` shows a record, whose name may be long. */}
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

/** Vertical spacing of a screen's blocks. */
export const PageBody = ({ children }: { children: ReactNode }) => (
  <Box sx={{ display: 'flex', flexDirection: 'column', gap: 2, minWidth: 0 }}>{children}</Box>
)
