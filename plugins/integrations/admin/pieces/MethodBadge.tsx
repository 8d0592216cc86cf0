import { Badge, type BadgeVariant } from '@crossdock/admin/kit'

const colors: Record<string, BadgeVariant> = {
  GET: 'info',
  POST: 'success',
  PUT: 'warning',
  PATCH: 'secondary',
  DELETE: 'destructive',
}

/** An HTTP method in its color. */
export const MethodBadge = ({ method }: { method: string }) => (
  <Badge variant={colors[method] ?? 'outline'}>{method}</Badge>
)
