import Box from '@mui/material/Box'
import Button from '@mui/material/Button'
import { Icon } from '@crossdock/admin/kit'
import { ChevronDown, ChevronRight } from 'lucide-react'
import { useId, useState, type ReactNode } from 'react'

interface FoldedProps {
  title: string
  /** Whether one of the fields is set. Then they are open at first. */
  isSet: boolean
  children: ReactNode
}

/** Collapsible fields. */
export function Folded({ title, isSet, children }: FoldedProps) {
  const [isOpen, setOpen] = useState(isSet)
  const id = useId()
  return (
    <Box sx={{ display: 'flex', flexDirection: 'column', alignItems: 'stretch', gap: 1.5 }}>
      <Box>
        <Button
          size="small"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          startIcon={<Icon icon={isOpen ? ChevronDown : ChevronRight} />}
          onClick={() => setOpen(!isOpen)}
          sx={{ ml: -1.25, color: 'text.secondary' }}
        >
          {title}
        </Button>
      </Box>
      {isOpen && <div id={id}>{children}</div>}
    </Box>
  )
}
