import Button from '@mui/material/Button'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Icon } from './Icon.js'

interface BackLinkProps {
  to: string
  /** Called instead of opening the address. */
  onClick?: () => void
  children: ReactNode
}

/** The link up from a sub-view; for a PageHeader's `above`. */
export const BackLink = ({ to, onClick, children }: BackLinkProps) => (
  <Button
    size="small"
    component={Link}
    to={to}
    onClick={
      onClick &&
      ((event) => {
        // With these keys the browser opens a new tab, which has no previous page to return to.
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
