import { styled } from '@mui/material/styles'
import type { MouseEvent, ReactNode } from 'react'
import { Link } from 'react-router-dom'

interface RowLinkProps {
  to: string
  children: ReactNode
  onClick?: (event: MouseEvent) => void
  'aria-label'?: string
}

// As MUI's Link, of which a long list would have one a row.
const Name = styled(Link)(({ theme }) => ({
  fontWeight: 500,
  overflowWrap: 'anywhere',
  color: 'inherit',
  textDecoration: 'none',
  textUnderlineOffset: 3,
  '&:hover': { textDecoration: 'underline' },
  '&:focus-visible': { outline: `2px solid ${theme.palette.accent}`, outlineOffset: 2 },
}))

/** The name of a record, leading to it: in a new tab, too. */
export const RowLink = (props: RowLinkProps) => (
  // The row goes there as well.
  <Name onClick={(event) => event.stopPropagation()} {...props} />
)
