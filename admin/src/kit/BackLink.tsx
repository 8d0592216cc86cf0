import Button from '@mui/material/Button'
import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Icon } from './Icon.js'

/** The way up from a sub-view; stands in a PageHeader's `above`. */
export const BackLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <Button
    size="small"
    component={Link}
    to={to}
    startIcon={<Icon icon={ArrowLeft} />}
    sx={{ ml: -1.25, color: 'text.secondary' }}
  >
    {children}
  </Button>
)
