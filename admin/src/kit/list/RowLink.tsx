import { styled } from '@mui/material/styles'
import type { MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router-dom'

interface RowLinkProps {
  to: string
  children: ReactNode
  onClick?: (event: MouseEvent) => void
  'aria-label'?: string
}

// Looks like MUI's Link, which is too slow for one per row of a long list.
const Name = styled(Link)(({ theme }) => ({
  fontWeight: 500,
  overflowWrap: 'anywhere',
  color: 'inherit',
  textDecoration: 'none',
  textUnderlineOffset: 3,
  '&:hover': { textDecoration: 'underline' },
  '&:focus-visible': { outline: `2px solid ${theme.palette.accent}`, outlineOffset: 2 },
}))

/** The name of a record, linking to it; it can open in a new tab. */
export const RowLink = (props: RowLinkProps) => (
  // The row handles clicks too.
  <Name onClick={(event) => event.stopPropagation()} {...props} />
)
