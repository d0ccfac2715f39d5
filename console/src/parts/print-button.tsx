/** Opens the browser's own dialog for printing, which also saves as PDF. */
import { Button, type ButtonProps } from '@mantine/core'
import { t } from '../texts/t.ts'

/** On the page that is printed as it is. */
export const PrintButton = ({ variant = 'default', disabled = false }: Pick<ButtonProps, 'variant' | 'disabled'>) => (
  <Button variant={variant} disabled={disabled} onClick={() => window.print()}>
    {t('Print')}
  </Button>
)
