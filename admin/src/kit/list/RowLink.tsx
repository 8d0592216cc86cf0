import Link from '@mui/material/Link'
import type { ReactNode } from 'react'
import { Link as RouterLink } from 'react-router-dom'

interface RowLinkProps {
  to: string
  children: ReactNode
  'aria-label'?: string
}

/** The name of a record, leading to it: in a new tab, too. */
export const RowLink = ({ to, children, ...rest }: RowLinkProps) => (
  <Link
    component={RouterLink}
    to={to}
    color="inherit"
    underline="hover"
    // The row goes there as well.
    onClick={(event) => event.stopPropagation()}
    sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}
    {...rest}
  >
    {children}
  </Link>
)
