import Box from '@mui/material/Box'
import Typography from '@mui/material/Typography'
import { IconTile } from '@crossdock/admin/kit'
import { Upload } from 'lucide-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import { takeDropped, type Dropped } from './dropped_files.js'

interface DropZoneProps {
  /** Shown while files hover over the zone. */
  hint: string
  disabled?: boolean
  onDrop: (dropped: Dropped) => void
  children: ReactNode
}

/**
 * Accepts files and folders from the desktop, anywhere on the page. Outside the zone, the browser would leave
 * the page and open the file.
 */
export function DropZone({ hint, disabled, onDrop, children }: DropZoneProps) {
  const over = useDropsOnPage(onDrop, disabled === true)
  if (disabled) return <>{children}</>
  return (
    <Box sx={{ position: 'relative', minHeight: 'calc(100dvh - 220px)' }}>
      {children}
      {over && (
        <Box
          sx={{
            position: 'absolute',
            inset: -8,
            zIndex: 4,
            border: '2px dashed',
            borderColor: (theme) => theme.palette.accent,
            borderRadius: '14px',
            // Folders stay visible, because each of them accepts files, too.
            pointerEvents: 'none',
          }}
        >
          <Box
            sx={{
              // A folder under the pointer shows itself as the target.
              'body:has([data-drop]) &': { visibility: 'hidden' },
              // Stays in view however far a long list is scrolled.
              position: 'sticky',
              top: 'calc(100dvh - 140px)',
              width: 'fit-content',
              maxWidth: 'calc(100% - 32px)',
              mx: 'auto',
              display: 'flex',
              alignItems: 'center',
              gap: 1.5,
              px: 2,
              py: 1.25,
              border: 1,
              borderColor: 'divider',
              borderRadius: '12px',
              bgcolor: 'background.paper',
              boxShadow: 6,
            }}
          >
            <IconTile icon={Upload} size={16} tile={32} />
            <Typography sx={{ fontWeight: 500 }}>{hint}</Typography>
          </Box>
        </Box>
      )}
    </Box>
  )
}

/** Whether files hover over the page. A folder may handle the drop and stop the event. */
function useDropsOnPage(onDrop: DropZoneProps['onDrop'], disabled: boolean): boolean {
  const [over, setOver] = useState(false)
  const taken = useRef(onDrop)
  taken.current = onDrop
  useEffect(() => {
    if (disabled) return
    // Every element fires enter and leave, so the page is left only when all are.
    let depth = 0
    const count = (change: number) => (event: DragEvent) => {
      if (!hasFiles(event)) return
      depth = Math.max(0, depth + change)
      setOver(depth > 0)
    }
    const left = () => {
      depth = 0
      setOver(false)
    }
    const ends = new AbortController()
    const on = (type: DragType, listener: (event: DragEvent) => void, capture = false) =>
      window.addEventListener(type, listener, { capture, signal: ends.signal })
    on('dragenter', count(1))
    on('dragleave', count(-1))
    on('dragover', (event) => hasFiles(event) && event.preventDefault())
    // In the capture phase, because a folder may stop the event.
    on('drop', left, true)
    on('drop', (event) => {
      if (!event.dataTransfer || !hasFiles(event)) return
      event.preventDefault()
      taken.current(takeDropped(event.dataTransfer))
    })
    return () => ends.abort()
  }, [disabled])
  return over
}

type DragType = 'dragenter' | 'dragleave' | 'dragover' | 'drop'

export const hasFiles = ({ dataTransfer }: { dataTransfer: DataTransfer | null }): boolean =>
  dataTransfer?.types.includes('Files') === true
