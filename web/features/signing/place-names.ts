import { createSelector } from '@reduxjs/toolkit';
import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useSelector } from 'react-redux';
import type { Field, FieldType } from '#contract/entities/field.ts';
import { isPictureType } from '#contract/entities/field-rules.ts';
import { selectFoundLabels, selectPlaces, stopAt } from './signing.selectors.ts';
import type { FieldRef } from './signing.slice.ts';
import { placeKey } from './signing.slice.ts';

interface PlaceName {
  readonly type: FieldType;
  /** The document's own tooltip, or the text detected beside the field. */
  readonly label: string | null;
  /** Number among the fields of its type; null if it is the only one. */
  readonly number: number | null;
}

/** Names of the stops, by `file/field`. */
export const selectNames = createSelector([selectPlaces, selectFoundLabels], (stops, found): ReadonlyMap<string, PlaceName> => {
  const totals = new Map<FieldType, number>();
  for (const { type } of stops) totals.set(type, (totals.get(type) ?? 0) + 1);
  const counted = new Map<FieldType, number>();
  const names = new Map<string, PlaceName>();
  for (const stop of stops) {
    const { type, fileId, fieldIds, tooltip } = stop;
    const number = (counted.get(type) ?? 0) + 1;
    counted.set(type, number);
    // Text beside a radio button names that option, not its group.
    const beside = type === 'radio' ? undefined : found[placeKey(stop)];
    const name = { type, label: tooltip || beside || null, number: (totals.get(type) ?? 0) > 1 ? number : null };
    for (const fieldId of fieldIds) names.set(placeKey({ fileId, fieldId }), name);
  }
  return names;
});

/** Returns the display name of a field: its tooltip, else the text beside it, else its type and number. */
export function usePlaceName(): (place: FieldRef, field: Pick<Field, 'type' | 'tooltip'>) => string {
  const { t } = useTranslation('signing');
  const names = useSelector(selectNames);
  return useCallback(
    (place, field) => {
      const name = names.get(placeKey(place));
      const label = name ? name.label : field.tooltip;
      const kind = t(`types.${field.type}`);
      // The text near a signature field seldom says that it is for a signature, so the type is added.
      if (label) return isPictureType(field.type) && label !== field.tooltip ? t('placeValue', { name: kind, value: label }) : label;
      return name && name.number !== null ? t('placeNumber', { kind, number: name.number }) : kind;
    },
    [names, t],
  );
}

/** Returns the display name of one option of a radio group. */
export function useChoiceName(): (place: FieldRef, field: Pick<Field, 'tooltip' | 'exportValue'>) => string {
  const { t } = useTranslation('signing');
  const stops = useSelector(selectPlaces);
  const found = useSelector(selectFoundLabels);
  return useCallback(
    (place, field) => {
      const stop = stops[stopAt(stops, place)];
      const own = stop?.tooltip ? null : field.tooltip;
      const label = own || found[placeKey(place)] || field.exportValue;
      if (label) return label;
      const ids = stop?.fieldIds ?? [place.fieldId];
      return t('choice', { number: ids.indexOf(place.fieldId) + 1, total: ids.length });
    },
    [stops, found, t],
  );
}
