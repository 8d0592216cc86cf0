import { RowLink } from '@crossdock/admin/kit'
import Typography from '@mui/material/Typography'

interface WorkflowNameProps {
  workflow: { name: string; description: string | null }
  /** The URL of the workflow's page; without it, the name is no link. */
  to?: string
}

/** Name and description of a workflow. */
export const WorkflowName = ({ workflow: { name, description }, to }: WorkflowNameProps) => (
  <>
    {to ? (
      <RowLink to={to}>{name}</RowLink>
    ) : (
      <Typography sx={{ fontWeight: 500, overflowWrap: 'anywhere' }}>{name}</Typography>
    )}
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
