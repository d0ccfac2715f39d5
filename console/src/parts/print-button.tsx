/** Opens the browser's own dialog for printing, which also saves as PDF. */
import { Button, type ButtonProps } from '@mantine/core'
import { t } from '../texts/t.ts'

/** On the page that is printed as it is. */
export const PrintButton = ({ variant = 'default' }: Pick<ButtonProps, 'variant'>) => (
  <Button variant={variant} onClick={() => window.print()}>
    {t('Print')}
  </Button>
)
