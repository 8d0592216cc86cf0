import Button from '@mui/material/Button'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Icon } from './Icon.js'

interface BackLinkProps {
  to: string
  /** In place of going there. */
  onClick?: () => void
  children: ReactNode
}

/** The way up from a sub-view; stands in a PageHeader's `above`. */
export const BackLink = ({ to, onClick, children }: BackLinkProps) => (
  <Button
    size="small"
    component={Link}
    to={to}
    onClick={
      onClick &&
      ((event) => {
        // A new tab has nothing to go back to.
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        onClick()
      })
    }
    startIcon={<Icon icon={ArrowLeft} />}
    sx={{ ml: -1.25, color: 'text.secondary' }}
  >
    {children}
  </Button>
)
