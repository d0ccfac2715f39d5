/** Making the first church of an installation, by the link that the server printed when it started. */
import { Anchor, Button, Select, Stack, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { Link, useLocation, useSearchParams } from 'wouter'
import type { FirstChurch } from '../../../src/console/answers.ts'
import { slugify } from '../../../src/lib/slug.ts'
import { own } from '../api/addresses.ts'
import { Refusal, reasonOf } from '../api/refusal.ts'
import { request } from '../api/request.ts'
import { countryOptions, currencyOptions, localCountry, localTimezone } from '../formats/places.ts'
import { sortErrors } from '../forms/field-errors.ts'
import { BusyButton } from '../parts/busy-button.tsx'
import { Problem } from '../parts/problem.tsx'
import { Waiting } from '../parts/waiting.tsx'
import { t } from '../texts/t.ts'
import { FrontPage } from './front-page.tsx'

type Countries = FirstChurch['countries']

export function StartPage() {
  const [search] = useSearchParams()
  const token = search.get('token') ?? ''
  const first = useQuery({
    queryKey: ['first-church', token],
    queryFn: async () => (await request(own('GET /first-church', { token }))).data,
    // Whoever comes back finds what they made.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })
  if (first.data) return <ChurchForm token={token} {...first.data} />
  if (first.error instanceof Refusal && first.error.status === 404) {
    return (
      <FrontPage title={t('This link does not work')} lead={reasonOf(first.error)}>
        <Anchor component={Link} href="/">
          {t('Sign in')}
        </Anchor>
      </FrontPage>
    )
  }
  if (!first.isError) return <Waiting />
  return (
    <FrontPage title={t('Could not load this')}>
      <Problem>{reasonOf(first.error)}</Problem>
      <Button onClick={() => first.refetch()}>{t('Try again')}</Button>
    </FrontPage>
  )
}

interface Standards {
  country: string
  currency: string
  timezone: string
}

interface Values extends Standards {
  name: string
  slug: string
}

/** What goes with a country, where its other fields were not chosen by hand. */
const standardsOf = (countries: Countries, code: string): Standards => {
  const found = countries.find(one => one.code === code)
  const local = localTimezone()
  const timezone = found?.timezones.includes(local) ? local : (found?.timezones[0] ?? local)
  return { country: code, currency: found?.currency ?? '', timezone }
}

const FIELDS = ['name', 'slug', 'country', 'currency', 'timezone']

function ChurchForm({ token, countries, made }: FirstChurch & { token: string }) {
  const [, navigate] = useLocation()
  const [values, setValues] = useState<Values>(() => ({
    name: '',
    slug: '',
    ...standardsOf(countries, localCountry(countries)),
    ...made,
  }))
  const [ownSlug, setOwnSlug] = useState(made !== null)
  const set = (some: Partial<Values>): void => setValues(now => ({ ...now, ...some }))
  const make = useMutation({
    mutationFn: async () => {
      const { data } = await request(own('POST /first-church'), {
        body: { token, ...values, ...(made && { corrects: made.version }) },
      })
      return data.invitation
    },
    onSuccess: invitation => navigate(`/join?token=${encodeURIComponent(invitation)}`, { replace: true }),
  })
  const { beside } = sortErrors(make.error, FIELDS)
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    make.mutate()
  }
  return (
    <FrontPage
      title={t('Your church')}
      lead={
        made
          ? t('This is how it was set up. Correct what is wrong; next, you make your own account.')
          : t('Tell us a little about it. Next, you make your own account.')
      }
    >
      <form onSubmit={submit} noValidate>
        <Stack>
          <Problem>{make.error && Object.keys(beside).length === 0 && reasonOf(make.error)}</Problem>
          <TextInput
            label={t('Name of the church')}
            required
            autoFocus
            autoComplete="organization"
            value={values.name}
            error={beside.name}
            onChange={({ currentTarget: { value } }) =>
              set({ name: value, ...(!ownSlug && { slug: slugify(value, '') }) })
            }
          />
          <TextInput
            label={t('Short name')}
            description={t('It stands in addresses, such as that of your giving page. It cannot be changed later.')}
            required
            readOnly={made !== null}
            autoCapitalize="none"
            value={values.slug}
            error={beside.slug}
            onChange={({ currentTarget: { value } }) => {
              setOwnSlug(true)
              set({ slug: value })
            }}
          />
          <PlaceFields countries={countries} values={values} errors={beside} onChange={set} />
          <BusyButton type="submit" busy={make.isPending} fullWidth>
            {t('Continue')}
          </BusyButton>
        </Stack>
      </form>
    </FrontPage>
  )
}

interface PlaceFieldsProps {
  countries: Countries
  values: Standards
  errors: Partial<Record<string, string>>
  onChange: (some: Partial<Standards>) => void
}

/** Where the church is: what goes with a country is filled in with it. */
function PlaceFields({ countries, values, errors, onChange }: PlaceFieldsProps) {
  const zones = countries.find(({ code }) => code === values.country)?.timezones ?? []
  return (
    <>
      <Select
        label={t('Country')}
        required
        searchable
        data={countryOptions(countries)}
        value={values.country}
        error={errors.country}
        onChange={code => code !== null && onChange(standardsOf(countries, code))}
      />
      <Select
        label={t('Currency')}
        description={t('Gifts are counted in it. It cannot be changed later.')}
        required
        searchable
        data={currencyOptions()}
        value={values.currency}
        error={errors.currency}
        onChange={currency => currency !== null && onChange({ currency })}
      />
      {(zones.length !== 1 || errors.timezone !== undefined) && (
        <Select
          label={t('Time zone')}
          required
          searchable
          data={zones.length > 0 ? zones : Intl.supportedValuesOf('timeZone')}
          value={values.timezone}
          error={errors.timezone}
          onChange={timezone => timezone !== null && onChange({ timezone })}
        />
      )}
    </>
  )
}
