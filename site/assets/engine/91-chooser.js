// Moving in a grid of rows and cells while the box above keeps the focus: one cell is chosen.
{
  class Chooser {
    constructor(input, grid, label) {
      this.input = input;
      this.grid = grid;
      this.named = 0;
      grid.setAttribute("role", "grid");
      grid.setAttribute("aria-label", label);
      input.setAttribute("role", "combobox");
      input.setAttribute("aria-haspopup", "grid");
      input.setAttribute("aria-controls", grid.id);
      input.setAttribute("aria-expanded", "true");
      input.setAttribute("aria-autocomplete", "list");
      grid.addEventListener("pointermove", (event) => {
        const cell = event.target.closest("[role=gridcell]");
        if (cell && event.pointerType === "mouse") this.prefer(cell);
      });
    }

    // Shows some groups; what stands there already stays, so that it isn't laid out anew.
    show(groups) {
      this.isPreferred = false;
      const kept = new Set(groups);
      for (const group of [...this.grid.childNodes]) if (!kept.has(group)) group.remove();
      let next = this.grid.firstChild;
      for (const group of groups) {
        if (group === next) next = next.nextSibling;
        else this.grid.insertBefore(group, next);
      }
    }

    get cells() {
      return [...this.grid.querySelectorAll("[role=gridcell]")];
    }

    // What the chosen cell holds.
    get target() {
      return this.chosen?.querySelector("a, button") ?? null;
    }

    choose(cell) {
      if (this.chosen === cell) return;
      this.chosen?.removeAttribute("aria-selected");
      this.chosen = cell ?? null;
      if (!cell) return this.input.removeAttribute("aria-activedescendant");
      cell.id ||= `search-cell-${this.named++}`;
      cell.setAttribute("aria-selected", "true");
      this.input.setAttribute("aria-activedescendant", cell.id);
    }

    // Chooses what the reader moved to.
    prefer(cell) {
      this.choose(cell);
      this.isPreferred = true;
    }

    // Chooses what leads to a place, if something does.
    preferLink(href) {
      const again = href && this.cells.find((cell) => cell.querySelector("a")?.href === href);
      if (again) this.prefer(again);
    }

    // Whether a key was meant for the grid.
    key({ key }) {
      if (key === "ArrowDown") return this.moveBy(1);
      if (key === "ArrowUp") return this.moveBy(-1);
      if (key === "ArrowRight") return this.isTyped() && this.moveAside("nextElementSibling");
      if (key === "ArrowLeft") return this.moveAside("previousElementSibling");
      return false;
    }

    // Whether the caret stands after all that is typed.
    isTyped() {
      const { value, selectionStart, selectionEnd } = this.input;
      return selectionStart === value.length && selectionEnd === value.length;
    }

    moveBy(step) {
      const rows = [...this.grid.querySelectorAll("[role=row]")];
      const at = rows.indexOf(this.chosen?.parentElement);
      const next = rows[Math.max(0, Math.min(rows.length - 1, at + step))];
      if (!next) return false;
      this.prefer(next.firstElementChild);
      next.scrollIntoView({ block: "nearest" });
      return true;
    }

    moveAside(side) {
      const next = this.chosen?.[side];
      if (next) this.prefer(next);
      return !!next;
    }
  }

  lawbase.engine.Chooser = Chooser;
}
