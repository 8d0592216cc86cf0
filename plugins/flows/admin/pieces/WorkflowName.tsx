import Typography from '@mui/material/Typography'

interface WorkflowNameProps {
  workflow: { name: string; description: string | null }
}

/** A workflow's name, and what it is for. */
export const WorkflowName = ({ workflow: { name, description } }: WorkflowNameProps) => (
  <>
    <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{name}</Typography>
    {description && (
      <Typography
        variant="body2"
        color="textSecondary"
        sx={{ maxWidth: 420, overflowWrap: 'anywhere' }}
      >
        {description}
      </Typography>
    )}
  </>
)
