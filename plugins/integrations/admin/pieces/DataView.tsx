import Typography from '@mui/material/Typography'
import { CodeBlock } from '@crossdock/admin/kit'
import { useId } from 'react'

interface DataViewProps {
  title: string
  data: unknown
  /** Shown instead of the data when there are none. */
  none?: string
}

/** Sent or received data as readable text in a box. */
export function DataView({ title, data, none }: DataViewProps) {
  const id = useId()
  const isEmpty = data === null || data === undefined
  if (isEmpty && !none) return null
  return (
    <div>
      <Typography variant="body2" component="h3" id={id} sx={{ fontWeight: 500, mb: 0.75 }}>
        {title}
      </Typography>
      {isEmpty ? (
        <Typography variant="body2" color="textSecondary">
          {none}
        </Typography>
      ) : (
        <CodeBlock labelledBy={id} data={data} />
      )}
    </div>
  )
}
